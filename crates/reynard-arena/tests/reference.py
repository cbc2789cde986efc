"""Reference values for tests/stats.rs, found on other ways than the crate's: the conditions of the constrained
maximum by Newton's method with a numerical Jacobian, ratings by gradient ascent. Needs Python 3 and nothing else:
python3 crates/reynard-arena/tests/reference.py
"""
import math
def solve(F,x,it=200):
    n=len(x)
    for _ in range(it):
        f=F(x); nf=max(abs(v) for v in f)
        if nf<1e-13: break
        J=[[0]*n for _ in range(n)]
        for j in range(n):
            h=1e-7*max(abs(x[j]),1e-7); y=x[:]; y[j]+=h; g=F(y)
            for i in range(n): J[i][j]=(g[i]-f[i])/h
        A=[r[:]+[-f[i]] for i,r in enumerate(J)]
        for c in range(n):
            p=max(range(c,n),key=lambda r:abs(A[r][c])); A[c],A[p]=A[p],A[c]
            for r in range(n):
                if r!=c:
                    m=A[r][c]/A[c][c]
                    for k in range(c,n+1): A[r][k]-=m*A[c][k]
        d=[A[i][n]/A[i][i] for i in range(n)]
        t=1.0
        while True:
            y=[x[i]+t*d[i] for i in range(n)]
            if all(v>0 for v in y[:n-2]) and max(abs(v) for v in F(y))<=nf*(1+1e-9): break
            t/=2
            if t<1e-12: return x
        x=y
    return x
def mle(a,n,g,dg):
    N=sum(n); k=len(a)
    p0=[v/N for v in n]
    # unknown p, lam, mu ; stationarity n_i/N - p_i*(lam+mu*dg_i)=0
    def F(x):
        p=x[:k]; lam,mu=x[k],x[k+1]; d=dg(p)
        return [n[i]/N-p[i]*(lam+mu*d[i]) for i in range(k)]+[sum(p)-1,g(p)]
    x=solve(F,p0+[1.0,0.0]); return x[:k]
def stats(a,p):
    m=sum(x*y for x,y in zip(a,p)); v=sum(y*(x-m)**2 for x,y in zip(a,p)); return m,v
def llr(a,counts,e0,e1,model,games):
    n=[c if c else 1e-3 for c in counts]; N=sum(n)
    out=[]
    for e in (e0,e1):
        if model=='log':
            s=1/(1+10**(-e/400)); g=lambda p:sum(x*y for x,y in zip(a,p))-s; dg=lambda p:[x for x in a]
        else:
            t=e/(800/math.log(10))*math.sqrt(games)
            def g(p):
                # raw second moment form, p need not be normalised
                m=sum(x*y for x,y in zip(a,p)); q=sum(x*x*y for x,y in zip(a,p)); return m-.5-t*math.sqrt(q-m*m)
            def dg(p):
                m=sum(x*y for x,y in zip(a,p)); q=sum(x*x*y for x,y in zip(a,p)); s=math.sqrt(q-m*m)
                return [x-t*(x*x-2*m*x)/(2*s) for x in a]
        out.append(mle(a,n,g,dg))
    return sum(n[i]*math.log(out[1][i]/out[0][i]) for i in range(len(a)))
P=[0,.25,.5,.75,1]; T=[0,.5,1]
for c,e in (([80,600,1500,700,120],(0,10)),([100,600,1400,650,110],(0,10)),([10,80,200,90,20],(0,5)),([0,3,10,4,0],(0,10)),([5,1,0,0,40],(-5,5))):
    print(c,e,'log %.6f'%llr(P,c,*e,'log',2),'norm %.6f'%llr(P,c,*e,'norm',2))
for c,e in (([300,500,350],(0,10)),([12,0,30],(0,50))):
    print(c,e,'log %.6f'%llr(T,c,*e,'log',1),'norm %.6f'%llr(T,c,*e,'norm',1))
def elo(a,c,games):
    N=sum(c); p=[x/N for x in c]; m,v=stats(a,p); se=math.sqrt(v/N)
    E=lambda s:-400*math.log10(1/s-1); z=1.959963984540054
    return m,se,E(m),(E(m+z*se)-E(m-z*se))/2,(m-.5)/math.sqrt(v*games)*800/math.log(10),z*se/math.sqrt(v*games)*800/math.log(10),.5*math.erfc(-(m-.5)/se/math.sqrt(2))
for c in ([40,80,60],[300,500,350]): print(c,elo(T,c,1))
for c in ([80,600,1500,700,120],[11,1,6,1,1]): print(c,elo(P,c,2))
# Bradley-Terry by gradient ascent with prior .5 draws against zero
def bt(n,ms):
    r=[0.0]*n
    for _ in range(400000):
        g=[0.0]*n
        for i in range(n):
            p=1/(1+math.exp(-r[i])); g[i]+=.5*(.5-p)
        for (a,b,w,d,l) in ms:
            p=1/(1+math.exp(r[b]-r[a])); s=w+d/2; N=w+d+l
            g[a]+=s-N*p; g[b]-=s-N*p
        r=[x+y*0.002 for x,y in zip(r,g)]
    c=400/math.log(10); m=sum(r)/n
    return [round(c*(x-m),4) for x in r]
print(bt(4,[(0,1,30,40,10),(0,2,50,10,5),(1,2,20,20,20),(2,3,10,0,40),(0,3,33,33,34)]))
